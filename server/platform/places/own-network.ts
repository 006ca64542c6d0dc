import { BlockList, isIP } from 'node:net';

/** Addresses that mean nothing outside a network: this machine, private and shared ones, and those that a device gives itself. */
const OWN = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  OWN.addSubnet(net, bits, 'ipv4');
OWN.addAddress('::1', 'ipv6');
OWN.addSubnet('fc00::', 7, 'ipv6');
OWN.addSubnet('fe80::', 10, 'ipv6');

/** An IPv4 address that came as IPv6 (`::ffff:10.0.0.1`), as IPv4. Every other text as it is. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Whether an address belongs to the network in which the server stands, so no country can be told from it. */
export function isOwnNetwork(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && OWN.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
