import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'profile',
  title: 'Profile',
  description: 'Own name, password, signed-in devices and teams.',
  requires: ['teams'],
  locked: true,
  routes: {
    profile: { path: '/profile/profile', title: 'Profile', access: 'signed-in', frame: 'profile.tabs', icon: 'person' },
    security: {
      path: '/profile/security',
      title: 'Security',
      access: 'signed-in',
      frame: 'profile.tabs',
      icon: 'shield',
    },
    teams: { path: '/profile/teams', title: 'Teams', access: 'signed-in', frame: 'profile.tabs', icon: 'people' },
  },
  frames: { tabs: { title: 'Profile' } },
  menus: {
    person: [
      { use: 'profile', order: 0 },
      { use: 'security', order: 10 },
      { use: 'teams', order: 20 },
    ],
    'profile.tabs': [
      { use: 'profile', order: 0 },
      { use: 'security', order: 10 },
      { use: 'teams', order: 20 },
    ],
  },
});
