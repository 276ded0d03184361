import type { JSX } from 'react';
import { AppOfAddress } from './app-page.tsx';

/** An app as a tab of the project. */
export default function ProjectAppPage(): JSX.Element {
  return <AppOfAddress place="project.page" />;
}
