/** An error as the S3 protocol knows it: a code that its clients look at, and a status. */
export class S3Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 400,
  ) {
    super(message);
    this.name = 'S3Refusal';
  }

  /** The body that clients of the protocol read. */
  toXml(resource: string, requestId: string): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${this.code}</Code><Message>${escape(this.message)}</Message><Resource>${escape(resource)}</Resource><RequestId>${escape(requestId)}</RequestId></Error>`;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
// XML 1.0 has no form for most control characters.
const escape = (text: string): string =>
  text.replace(/[^\t\n\r\x20-\uFFFF]/g, '').replace(/[<>&"]/g, each => ENTITIES[each]!);
