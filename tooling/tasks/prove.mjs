#!/usr/bin/env node
import { runTask } from './run-task.mjs';

await runTask('proofs', 'prove', process.argv.slice(2));
