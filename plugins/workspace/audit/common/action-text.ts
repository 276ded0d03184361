/** Returns an action of the audit log in words: `projects.createProject` becomes `Projects: create project`. */
export function actionText(action: string): string {
  const [area = '', ...rest] = action.split('.');
  const words = (text: string): string =>
    text
      .replaceAll('-', ' ')
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replaceAll(/\b(?:sdk|saml|scim)\b/g, acronym => acronym.toUpperCase());
  const first = words(area);
  const head = first.charAt(0).toUpperCase() + first.slice(1);
  return rest.length === 0 ? head : `${head}: ${words(rest.join(' '))}`;
}

/** Returns the details of an entry on one line: `name: Streets, role: 7`. */
export const detailsText = (details: Readonly<Record<string, unknown>>): string =>
  Object.entries(details)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
