import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'annotation-providers',
  title: 'Annotation providers',
  description:
    'Projects are sent to people of an annotation provider, who accept them and deliver them; both sides see the state.',
  requires: ['teams', 'projects'],
  activation: 'organization',
  routes: {
    sent: {
      path: '/t/:teamId/p/:projectId/setup/providers',
      title: 'Annotation providers',
      access: 'ShareProject',
      frame: 'projects.setup',
      icon: 'people',
    },
    received: {
      path: '/t/:teamId/provider-requests',
      title: 'Annotation requests',
      access: 'team-member',
      icon: 'people',
    },
  },
  panels: { open: { place: 'frame.top', title: 'Annotation requests', access: 'team-member' } },
  menus: { 'project.setup': [{ use: 'sent', order: 62 }] },
});
