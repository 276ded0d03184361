/** Returns the texts, numbers and flags among the values: what can be sent to another page. */
export function plainValues(
  values: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(
    Object.entries(values ?? {}).filter((entry): entry is [string, string | number | boolean] =>
      ['string', 'number', 'boolean'].includes(typeof entry[1]),
    ),
  );
}
