// A program that takes a picture and never answers, as on a machine that has no time for it.
process.once('message', () => setInterval(() => undefined, 1000));
