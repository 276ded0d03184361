import { defineServerHalf } from '#core/kernel/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import { AccountHooks, Members } from '#core/tenancy/server/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { TeamsHooks } from '#plugins/workspace/teams/server/kit/index.ts';
import manifest from '../manifest.ts';
import { groupsApi } from '../common/api.ts';
import { GroupRoles } from './group-roles.ts';
import { GroupSharing } from './group-sharing.ts';
import { groupsHandlers } from './groups-handlers.ts';
import { Groups } from './groups.ts';
import { groupReferences } from './person-references.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [GroupRoles],
  bindings(container) {
    container.bind(Groups).toSelf();
    container.bind(GroupRoles).toSelf();
    container.bind(GroupSharing).toSelf();
  },
  activate({ get, implement, tap }) {
    tap(get(AccountHooks).personReferences, (_, found) => [...found, ...groupReferences]);
    const groups = get(Groups);
    const teams = get(TeamsHooks);
    implement(groupsApi, groupsHandlers(groups, get(GroupSharing)));
    tap(teams.removed, (context, member) => groups.forget(context, member.email));
    tap(teams.roleChanged, (context, member, role) =>
      role === teamRoles.contributor ? undefined : groups.forget(context, member.email),
    );
    tap(get(ItemsHooks).visibleFolders, (context, _, projectId) => groups.folders(context, projectId));
    tap(get(Members).seeing, (context, members) => groups.narrowed(context, members));
  },
});
