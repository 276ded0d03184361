import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

/** Bytes of one event. */
const MOST_BYTES = 1024 * 1024;

/** Returns whether the signature is that of the body. */
export function isSigned(body, signature, secret) {
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
  const given = Buffer.from(String(signature ?? ''));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Returns a server that passes signed events on, each delivery once. */
export function receiver(secret, onEvent) {
  const seen = new Set();
  return createServer(async (request, response) => {
    const parts = [];
    let length = 0;
    for await (const part of request) {
      length += part.length;
      if (length > MOST_BYTES) return void response.writeHead(413).end();
      parts.push(part);
    }
    const body = Buffer.concat(parts);
    if (!isSigned(body, request.headers['x-authorization-content-sha256'], secret))
      return void response.writeHead(401).end('The signature is wrong.');
    const delivery = request.headers['x-delivery'];
    if (!seen.has(delivery)) {
      seen.add(delivery);
      onEvent(request.headers['x-event'], JSON.parse(body).context);
    }
    return void response.writeHead(200).end('ok');
  });
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const secret = process.env.WEBHOOK_SECRET ?? '';
  if (secret === '') throw new Error('Set WEBHOOK_SECRET to the webhook secret of the pipeline.');
  receiver(secret, (event, context) => console.log(event, context.after?.name)).listen(8701, () =>
    console.log('Listening on http://localhost:8701'),
  );
}
