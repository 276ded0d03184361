import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'code',
  title: 'Code editor',
  description: 'The editor of source text that forms and apps are written in, loaded when it is needed.',
  activation: 'organization',
});
