import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'teams',
  title: 'Team',
  description: 'Members, invitations, team details and SDK tokens.',
  locked: true,
  routes: {
    open: { path: '/t/:teamId/setup', title: 'Team', access: 'team-member', icon: 'people' },
    details: {
      path: '/t/:teamId/setup/details',
      title: 'Details',
      access: 'team-member',
      frame: 'teams.setup',
      icon: 'settings',
    },
    members: {
      path: '/t/:teamId/setup/members',
      title: 'Members',
      access: 'ListTeamUsers',
      frame: 'teams.setup',
      icon: 'people',
    },
    teamRoles: {
      path: '/t/:teamId/setup/team-roles',
      title: 'Team roles',
      access: 'ChangeTeamUserRole',
      frame: 'teams.setup',
      icon: 'shield',
    },
    sdkToken: {
      path: '/t/:teamId/setup/sdk-token',
      title: 'SDK token',
      access: 'ViewSdkToken',
      frame: 'teams.setup',
      icon: 'lock',
    },
  },
  jobs: { examples: { title: 'Make example projects' } },
  frames: { setup: { title: 'Team setup' } },
  commands: { invite: { title: 'Invite people to the team', access: 'InviteTeamUser', icon: 'invite' } },
  menus: {
    main: [{ use: 'open', order: 80 }],
    'team.setup': [
      { use: 'members', order: 0 },
      { use: 'teamRoles', order: 5 },
      { use: 'details', order: 10 },
      { use: 'sdkToken', order: 80 },
    ],
  },
});
