/** The value below which a share (0..1) of the values lie; the highest of them for few values. */
export function percentile(values, share) {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((first, second) => first - second);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

/** Collects the figures of one benchmark and prints each as a line of JSON. */
export class Figures {
  #bench;
  #held = true;

  constructor(bench) {
    this.#bench = bench;
  }

  /** True as long as no bar was missed. */
  get held() {
    return this.#held;
  }

  /** Prints that a figure could not be measured, and why; the bench then fails. */
  fail(figure, error, details = {}) {
    this.#held = false;
    const reason = error instanceof Error ? error.message : String(error);
    console.log(JSON.stringify({ bench: this.#bench, figure, error: reason, holds: false, ...details }));
  }

  /**
   * `details`: `bar` (the most the value may be) or `least` (the least it may be), `peers` (list of name, version,
   * value) and anything else worth keeping.
   */
  print(figure, value, unit, { bar, least, peers = [], ...details } = {}) {
    const holds = bar === undefined ? (least === undefined ? undefined : value >= least) : value <= bar;
    if (holds === false || Number.isNaN(value)) this.#held = false;
    const line = {
      bench: this.#bench,
      figure,
      value: round(value),
      unit,
      ...(bar === undefined ? {} : { bar }),
      ...(least === undefined ? {} : { least }),
      ...(holds === undefined ? {} : { holds }),
      ...details,
    };
    // A peer that has no such thing, e.g. no pan of its own, has no figure.
    const measured = peers.filter(peer => Number.isFinite(peer.value));
    if (measured.length === 0) console.log(JSON.stringify(line));
    for (const peer of measured) {
      const shown = { ...peer, value: round(peer.value), ...(value > 0 ? { ratio: round(peer.value / value) } : {}) };
      console.log(JSON.stringify({ ...line, peer: shown }));
    }
  }
}

function round(value) {
  return Math.round(value * 100) / 100;
}
