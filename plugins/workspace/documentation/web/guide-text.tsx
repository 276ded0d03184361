import type { JSX } from 'react';
import Markdown from 'react-markdown';
import { Link } from 'react-router-dom';
import rehypeSlug from 'rehype-slug';
import remarkGfm from 'remark-gfm';
import classes from './documentation.module.css';
import { guideByName } from './guides.ts';

/**
 * Markdown of a guide. Links between guides stay in the product; files of the repository are named, since nothing
 * serves them here.
 */
export function GuideText({ text, base }: { readonly text: string; readonly base: string }): JSX.Element {
  return (
    <Markdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[rehypeSlug]}
      components={{
        a: ({ href = '', children }) => {
          const [path = '', place] = href.split('#');
          const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
          if (path === '') return <a href={href}>{children}</a>;
          if (guideByName.has(name) && path.endsWith('.md'))
            return <Link to={`${base}/${name}${place === undefined ? '' : `#${place}`}`}>{children}</Link>;
          return /^https?:/.test(href) ? (
            <a href={href} target="_blank" rel="noreferrer">
              {children}
            </a>
          ) : (
            <span title={path.replaceAll('../', '')}>{children}</span>
          );
        },
        table: ({ children }) => (
          <div className={classes['table']} tabIndex={0}>
            <table>{children}</table>
          </div>
        ),
        pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
      }}
    >
      {text}
    </Markdown>
  );
}
