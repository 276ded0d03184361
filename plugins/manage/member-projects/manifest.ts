import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'member-projects',
  title: 'Projects of members',
  description:
    'In which projects the members of a team work, how many items wait for them, and a pause in all projects at once.',
  requires: ['teams', 'projects', 'items'],
  activation: { with: 'teams.members' },
  panels: {
    member: { place: 'team.member', title: 'Projects', order: 10 },
    chosen: { place: 'team.members.chosen', title: 'Pause', access: 'ChangeTeamUserRole', order: 10 },
  },
});
