import type { ExportReader } from '@entrada/contract/insight/scheduled-exports';
import { roleMay } from '@entrada/contract/permissions';
import { EXPORT_ACCESS, type ExportName } from '@entrada/contract/sales/exports';

/**
 * Whether somebody gets a file: an active member of the account whose role may read it, and whose address is their own. Links
 * go to no address that nobody has confirmed, because everybody can register with any address.
 */
export const mayGet = (
  { role, isActive, isConfirmed }: Pick<ExportReader, 'role' | 'isActive' | 'isConfirmed'>,
  what: ExportName,
): boolean => isActive && isConfirmed && roleMay(role, EXPORT_ACCESS[what]);
