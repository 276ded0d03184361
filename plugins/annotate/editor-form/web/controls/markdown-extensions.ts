import { Markdown } from '@tiptap/markdown';
import StarterKit from '@tiptap/starter-kit';

/** Markdown that is allowed here; links open beside the form, and lead to pages only. */
export const markdownExtensions = [
  StarterKit.configure({
    link: {
      openOnClick: true,
      protocols: ['http', 'https', 'mailto'],
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer' },
    },
  }),
  Markdown,
];
