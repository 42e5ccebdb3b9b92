#!/usr/bin/env node
// The committed face of the command, so that an install can link it before the first build.
await import('../dist/main.js');
