/** Query keys of custom fields in the browser. All begin with `all`. */
export const customFieldKeys = { all: ['customFields'] } as const;
