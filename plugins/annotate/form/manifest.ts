import { definePlugin } from '#core/kernel/common/index.ts';

const own = { access: 'EditForm', scope: 'form' } as const;

export default definePlugin({
  id: 'form',
  title: 'Form',
  description: 'The form of a Multimodal project, how it is built, and the form a team begins with.',
  // Awake before it is used, so that a new project can begin with a form.
  activation: ['organization', { with: 'projects.new' }, { with: 'projects.setup' }],
  requires: ['projects', 'items', 'classes', 'annotations'],
  routes: {
    builder: {
      path: '/t/:teamId/p/:projectId/setup/form',
      title: 'Form',
      access: 'EditForm',
      frame: 'projects.project',
      icon: 'list',
    },
  },
  commands: {
    save: { ...own, title: 'Save the draft of the form' },
    undo: { ...own, title: 'Undo in the form', icon: 'undo' },
    redo: { ...own, title: 'Redo in the form', icon: 'redo' },
    duplicate: { ...own, title: 'Duplicate the component', icon: 'duplicate' },
    remove: { ...own, title: 'Delete the component', icon: 'trash' },
    up: { ...own, title: 'Move the component up', icon: 'up' },
    down: { ...own, title: 'Move the component down', icon: 'down' },
    out: { ...own, title: 'Move the component out of its container', icon: 'left' },
    into: { ...own, title: 'Move the component into the container before it', icon: 'right' },
  },
  shortcuts: {
    save: 'Ctrl+S',
    undo: 'Ctrl+Z',
    redo: ['Ctrl+Shift+Z', 'Ctrl+Y'],
    duplicate: 'Ctrl+D',
    remove: ['Delete', 'Backspace'],
    up: 'Alt+Up',
    down: 'Alt+Down',
    out: 'Alt+Left',
    into: 'Alt+Right',
  },
  menus: { 'project.setup': [{ use: 'builder', order: 5 }] },
});
