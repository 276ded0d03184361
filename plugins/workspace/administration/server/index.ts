import { defineServerHalf } from '#core/kernel/server/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import manifest from '../manifest.ts';
import { adminApi } from '../common/api.ts';
import { organizationApi } from '../common/organization-api.ts';
import { invitationsApi } from '../common/invitations-api.ts';
import { installationApi, organizationPeopleApi } from '../common/people-api.ts';
import { adminPluginsApi } from '../common/plugins-api.ts';
import { adminHandlers } from './admin-handlers.ts';
import { AccountMerges } from './account-merges.ts';
import { Administration } from './administration.ts';
import { InstalledPlugins } from './installed-plugins.ts';
import { InstallationLists } from './installation-lists.ts';
import { OrganizationInvitations } from './organization-invitations.ts';
import { OrganizationPeople } from './organization-people.ts';
import { OrganizationChanges } from './organization-changes.ts';
import { OrganizationPlugins } from './organization-plugins.ts';
import { UserAccounts } from './user-accounts.ts';
import { Viewing } from './viewing.ts';

export default defineServerHalf(manifest, {
  bindings(container) {
    container.bind(Administration).toSelf();
    container.bind(Viewing).toSelf();
    container.bind(UserAccounts).toSelf();
    container.bind(AccountMerges).toSelf();
    container.bind(InstallationLists).toSelf();
    container.bind(OrganizationInvitations).toSelf();
    container.bind(OrganizationPeople).toSelf();
    container.bind(InstalledPlugins).toSelf();
    container.bind(OrganizationChanges).toSelf();
    container.bind(OrganizationPlugins).toSelf();
  },
  activate({ get, implement, tap }) {
    const invitations = get(OrganizationInvitations);
    implement(adminApi, adminHandlers(get(Administration)));
    implement(adminPluginsApi, get(InstalledPlugins).handlers());
    implement(installationApi, get(InstallationLists).handlers(get(Viewing), get(UserAccounts), get(AccountMerges)));
    implement(invitationsApi, invitations.handlers());
    tap(get(Members).ownerChanged, (context, change) => invitations.noteOwner(context, change));
    implement(organizationPeopleApi, get(OrganizationPeople).handlers());
    implement(organizationApi, get(OrganizationPlugins).handlers());
  },
});
