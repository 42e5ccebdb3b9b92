/**
 * What no audit closes: the owned part of the threat model (decisions 1.15), in words for whoever reads a report.
 */
import type { AuditReport } from './audit-report.ts';

/** Every point, with the section of docs/threat-model.md that says more. */
export const OPEN_POINTS: AuditReport['open'] = [
  {
    says: 'A hit that gives a place tells that something relevant is there. That is what the owner chose to release.',
    see: 'docs/threat-model.md#channels',
  },
  {
    says: 'A released description is a disclosure, and the descriptions of one work add up. One caller gets 20 of a work, or 10 % of it, in 24 hours; who has many addresses gets as much for each.',
    see: 'docs/threat-model.md#what-callers-add-up-to',
  },
  {
    says: 'Someone who holds a text can raise their confidence that it is in the archive. The figures on membership say by how much.',
    see: 'docs/threat-model.md#channels',
  },
  {
    says: 'Numbers of pages and times that authored places show leave gaps where something is withheld.',
    see: 'docs/threat-model.md#channels',
  },
  {
    says: 'The file that is served holds at most 256 bits of each private fragment. To someone who holds that file, they tell some of its words.',
    see: 'docs/threat-model.md#what-a-vector-gives-away',
  },
  {
    says: 'Callers who work together have a budget each, below the account of all.',
    see: 'docs/threat-model.md#what-callers-add-up-to',
  },
  {
    says: 'Sizes of traffic, and times below the resolution of a network clock, were not measured.',
    see: 'docs/threat-model.md#channels',
  },
  {
    says: 'Copies in backups, version control, providers of embeddings and other machines, and whoever administers this machine, are outside of what was attacked.',
    see: 'docs/threat-model.md#channels',
  },
  {
    says: 'An attack that found nothing proves no absence of attacks: the figures are a floor for cleverer ones. The scanner compares runs of 5 words, or of 12 or 24 characters of scripts without spaces; a private phrase that is shorter, and was not planted, passes it.',
    see: 'docs/threat-model.md',
  },
];
