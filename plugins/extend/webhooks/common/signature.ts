/** Headers of a message, as the Standard Webhooks specification names them. */
export const HEADERS = { id: 'webhook-id', timestamp: 'webhook-timestamp', signature: 'webhook-signature' } as const;

/** Text in front of a secret, so that one is recognised when it is found. */
export const SECRET_PREFIX = 'whsec_';

/** Hours in which messages are signed with the secret before too. */
export const OVERLAP_HOURS = 24;
