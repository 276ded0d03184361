import { Textarea } from '@mantine/core';
import type { JSX } from 'react';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import type { BuilderStore } from './builder-store.ts';
import { useBuilder } from './builder-store.ts';

/** Shows the purpose of the form, in Markdown. */
export function ReadmeView({ store }: { readonly store: BuilderStore }): JSX.Element {
  const readme = useBuilder(store, each => each.form.readme);
  return (
    <div className={classes['readme']}>
      <Textarea
        label={messages.readmeView.descriptionOfTheForm}
        description={messages.readmeView.markdownForThoseWhoBuild}
        className={classes['sourceText']!}
        value={readme}
        onBlur={() => store.endSeries()}
        onChange={event => store.edit({ ...store.form, readme: event.currentTarget.value }, { series: 'readme' })}
      />
    </div>
  );
}
