import { text } from 'node:stream/consumers';
import type { Handlers, StreamReply } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import type { samlApi } from '../common/saml-api.ts';
import { redirectUri } from './provider-client.ts';
import type { SamlArrivals } from './saml-arrivals.ts';
import { FORM_POLICY } from './logout-form.ts';
import { readPost, readRedirect } from './logout-message.ts';
import type { SamlLogout } from './saml-logout.ts';

/** Handlers of what a SAML identity provider reads and sends. */
export const samlHandlers = (
  arrivals: SamlArrivals,
  logout: SamlLogout,
  metadata: (organizationId: number) => Promise<string>,
  publicUrl: string,
): Handlers<typeof samlApi> => ({
  async samlMetadata({ params }) {
    return streamReply(Buffer.from(await metadata(params.organization_id)), {
      'content-type': 'application/samlmetadata+xml',
      'content-disposition': 'attachment; filename="loupe-metadata.xml"',
      'cache-control': 'no-store',
    });
  },
  async samlResponse({ params, stream }) {
    const sent = new URLSearchParams(await text(stream)).get('SAMLResponse') ?? '';
    const answer = await arrivals.receive(params.organization_id, sent);
    // 303: the browser asks for the page by GET, and the response is not sent again when the page is loaded again.
    return streamReply(
      undefined,
      { location: `${redirectUri(publicUrl)}?saml=${answer}`, 'cache-control': 'no-store' },
      303,
    );
  },
  async samlLogout({ params, sent }) {
    return onward(await logout.receive(params.organization_id, () => readRedirect(sent.url)));
  },
  async samlLogoutForm({ params, query }) {
    return streamReply(Buffer.from(await logout.formPage(params.organization_id, query.ticket)), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': FORM_POLICY,
      'cache-control': 'no-store',
    });
  },
  async samlLogoutByPost({ params, stream }) {
    const body = await text(stream);
    return onward(await logout.receive(params.organization_id, () => readPost(body)));
  },
});

const onward = (location: string): StreamReply =>
  streamReply(undefined, { location, 'cache-control': 'no-store' }, 303);
