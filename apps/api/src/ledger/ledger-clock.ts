/**
 * The time of a ledger: it goes by how long the machine has run, sleep included, and not by its calendar, so that setting
 * the clock neither gives budgets back nor keeps rows for ever.
 *
 * The calendar says only where it begins, and how long a machine was off. It never runs backwards.
 */
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** The clocks of a machine, in milliseconds. */
export interface MachineClock {
  /** The calendar, since 1970. */
  wall(): number;
  /** Since the machine began, sleep included. */
  uptime(): number;
  /** Names this run of the machine, where the system says. */
  readonly boot: string | undefined;
}

/** Where a ledger's time stood, and the clocks of the machine by it. */
export interface ClockMark {
  readonly moment: number;
  readonly wall: number;
  readonly uptime: number;
  readonly boot: string | undefined;
}

/** The clocks of this machine. */
export function machineClock(): MachineClock {
  return {
    wall: Date.now,
    uptime: () => {
      try {
        return uptime() * 1000;
      } catch {
        return performance.now(); // A system that does not say: sleep is then not counted, and rows live longer.
      }
    },
    boot: bootId(),
  };
}

/** Names this run of the machine, where the system says. */
export function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Time that goes by how long the machine has run. */
export class LedgerClock {
  readonly #machine: MachineClock;
  #moment: number;
  #uptime: number;

  /** @param begin  default: the calendar */
  constructor(machine: MachineClock, begin: number = machine.wall()) {
    this.#machine = machine;
    this.#moment = begin;
    this.#uptime = machine.uptime();
  }

  /** The moment it is. */
  now(): number {
    const uptimeNow = this.#machine.uptime();
    this.#moment += Math.max(0, Math.round(uptimeNow - this.#uptime));
    this.#uptime = uptimeNow;
    return this.#moment;
  }

  /** Goes on from a moment, where that is later. */
  atLeast(moment: number): number {
    this.#moment = Math.max(this.now(), moment);
    return this.#moment;
  }

  mark(): ClockMark {
    const moment = this.now();
    return { moment, wall: this.#machine.wall(), uptime: this.#uptime, boot: this.#machine.boot };
  }
}

/** Where the time of a ledger goes on after a mark: by the run of the machine, or, after another start of it, by the calendar. */
export function momentAfter(mark: ClockMark, machine: MachineClock): number {
  const isSameRun = mark.boot !== undefined && mark.boot === machine.boot;
  const passed = isSameRun ? machine.uptime() - mark.uptime : machine.wall() - mark.wall;
  return mark.moment + Math.max(0, Math.round(passed));
}
