import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, z } from '#core/api/common/index.ts';
import { email, password } from '#core/auth/common/index.ts';

const code = z.string().trim().max(100).default('');
const name = z
  .string()
  .trim()
  .regex(...plainDirection)
  .max(100, 'use at most 100 characters');

/** Finding about one part of the surroundings of the server. */
export const installationCheck = z.object({
  part: z.enum(['address', 'encryption', 'proxy', 'database', 'storage', 'mail']),
  /** `advice` is what works and should be otherwise in production. */
  state: z.enum(['passed', 'advice', 'failed']),
  text: z.string(),
});
export type InstallationCheck = z.output<typeof installationCheck>;

/** The first start of an installation. All calls but the first one are closed once there is an organization. */
export const installerApi = defineApi({
  service: 'auth',
  operations: {
    describeInstallation: {
      method: 'GET',
      path: '/installation',
      summary:
        'Whether the installation has no organization yet, and whether making one asks for the code of the server',
      access: 'public',
      reply: z.object({ open: z.boolean(), needsCode: z.boolean() }),
    },
    checkInstallation: {
      method: 'POST',
      reads: true,
      path: '/installation/check',
      summary: 'Try address, proxy, database, storage and mail before the first organization is made',
      access: 'public',
      cost: 20,
      body: z.strictObject({
        code,
        /** Origin of the page, as the browser sees it. */
        origin: z.string().max(300),
        /** Recipient of a test mail; none is sent when absent. */
        email: email.optional(),
      }),
      reply: z.object({ checks: z.array(installationCheck) }),
    },
    install: {
      method: 'POST',
      path: '/installation',
      summary: 'Make the first organization and the account of its owner, who administers the installation',
      access: 'public',
      status: 201,
      cost: 20,
      body: z.strictObject({
        code,
        email,
        password,
        first_name: name.min(1, 'enter your first name'),
        last_name: name,
        organization: name.min(1, 'enter a name'),
        team: name.min(1, 'enter a name'),
      }),
      reply: z.object({ email: z.string(), team_id: z.int() }),
    },
  },
});
