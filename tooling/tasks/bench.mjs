#!/usr/bin/env node
import { runTask } from './run-task.mjs';

await runTask('benchmarks', 'bench', process.argv.slice(2));
