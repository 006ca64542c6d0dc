// A decoder that a picture breaks.
process.once('message', () => process.kill(process.pid, 'SIGSEGV'));
