import { resolveTxt } from 'node:dns/promises';
import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import { token } from '#core/base/common/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import { proofAddress, proofRecord, proofText } from '../common/domain-name.ts';

/** Looks up TXT records: each is a list of texts that belong together. */
export type TextRecords = (name: string) => Promise<readonly (readonly string[])[]>;
export const TextRecordsToken = token<TextRecords>('single-sign-on/text-records');
export const systemTextRecords: TextRecords = name => resolveTxt(name);

const FILE_BYTES = 10_000;

const missing = (text: string): Fault => new Fault('DOMAIN_UNPROVEN', text, { status: 422 });

/** Looks for the proof that whoever asks controls a domain. */
export class DomainProof {
  constructor(
    @inject(TextRecordsToken) private readonly textRecords: TextRecords,
    @inject(Egress) private readonly egress: Pick<Egress, 'fetch'>,
  ) {}

  /** @throws Fault DOMAIN_UNPROVEN (422) that says what was found instead */
  async demand(domain: string, secret: string, by: 'dns' | 'file'): Promise<void> {
    await (by === 'dns' ? this.#demandRecord(domain, secret) : this.#demandFile(domain, secret));
  }

  async #demandRecord(domain: string, secret: string): Promise<void> {
    const name = proofRecord(domain);
    const records = await this.textRecords(name).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return [];
      throw missing(`The TXT records of ${name} can't be read (${error.code ?? error.message}). Try again later.`);
    });
    if (records.some(each => each.join('') === proofText(secret))) return;
    throw missing(
      records.length === 0
        ? `There is no TXT record at ${name} yet. A new record can take an hour to be seen.`
        : `The TXT record at ${name} says something else. Copy the text again.`,
    );
  }

  async #demandFile(domain: string, secret: string): Promise<void> {
    const address = proofAddress(domain);
    // A redirect to a page of somebody else would let them prove the domain.
    const answer = await this.egress.fetch(address, {
      maxBytes: FILE_BYTES,
      timeoutMs: 10_000,
      mayFollow: target => target.protocol === 'https:' && target.hostname === domain,
    });
    const text = await answer.text();
    if (!answer.ok) throw missing(`${address} answers ${answer.status}. Put the file there and try again.`);
    if (text.trim() !== proofText(secret)) throw missing(`${address} says something else. Copy the text again.`);
  }
}
