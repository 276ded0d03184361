import { InstallationChecks, Installer } from '#core/accounts/server/index.ts';
import type { AppOptions } from './app-options.ts';
import type { Accounts } from './open-accounts.ts';

/** Opens the first start of an installation. */
export function openInstaller(options: AppOptions, { auth, organizations, teams, mailer }: Accounts): Installer {
  const { database, keys, publicUrl, blobs } = options;
  return new Installer({
    database,
    keys,
    people: auth.people,
    organizations,
    teams,
    checks: new InstallationChecks({
      publicUrl,
      trustsProxies: (options.trustProxy ?? false) !== false,
      database,
      blobs,
      mailer,
    }),
    withoutCode: options.installWithoutCode ?? false,
  });
}
