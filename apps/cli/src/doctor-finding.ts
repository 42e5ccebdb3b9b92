/**
 * What `archive doctor` says about one thing it has looked at.
 */

/** One check and how it came out. */
export interface DoctorFinding {
  check: string;
  state: 'ok' | 'notice' | 'fault';
  says: string;
  help?: string;
}
