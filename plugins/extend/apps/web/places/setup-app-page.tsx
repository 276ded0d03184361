import type { JSX } from 'react';
import { AppOfAddress } from './app-page.tsx';

/** An app as a page of the setup of the project. */
export default function SetupAppPage(): JSX.Element {
  return <AppOfAddress place="project.setup" />;
}
