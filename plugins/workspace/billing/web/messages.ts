/** Texts on screen. */
export const messages = {
  states: {
    active: 'Active',
    trial: (days: number) => (days === 1 ? 'Trial, 1 day left' : `Trial, ${days} days left`),
    trialEnded: 'Trial has ended',
    contractEnded: 'Contract has ended',
  },
  shared: {
    noLimit: 'No limit',
    members: 'Members',
    projects: 'Projects per team',
    items: 'Items per team',
    plan: 'Plan',
  },
  licencesPage: {
    licences: 'Licences',
    organization: 'Organization',
    licence: 'Licence',
    expires: 'Expires',
    never: 'Never',
    edit: 'Edit',
    editLicenceOf: (name: string) => `Edit the licence of ${name}`,
    empty: 'No organization has a licence yet.',
    of: (used: number, limit: number | null) =>
      limit === null ? used.toLocaleString('en') : `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`,
    overLimit: 'At its limit',
  },
  licenceDialog: {
    licenceOf: (name: string) => `Licence of ${name}`,
    save: 'Save licence',
    onTrial: 'Trial of 14 days',
    trialHelp: 'When it ends, data becomes read-only until you end the trial here.',
    trialRestarts: 'The trial has ended. Saving with the trial on starts a new one.',
    expires: 'Expires on',
    expiresHelp: 'Data becomes read-only on this day. Leave empty for a licence without an end.',
    limitsHelp: 'Leave empty for no limit. What is there already stays.',
    dayInPast: 'This day is in the past: the licence ends at once.',
    saved: (name: string) => `Licence of ${name} saved`,
  },
  planPage: {
    plans: 'Plans',
    usage: 'Usage',
    expiresOn: (day: string) => `Expires on ${day}.`,
    readOnly: 'Data can be viewed and exported, but not changed. Ask the operator of this installation for a licence.',
    setByOperator: 'The operator of this installation sets the plan. No payment is taken here.',
    readOnlyBuy: 'Data can be viewed and exported, but not changed. Choose a plan below to go on.',
    choose: 'Choose',
    choosePlan: (name: string) => `Choose ${name}`,
    current: 'Your plan',
    imagesInOneUpload: 'Images in one upload',
    largestImage: 'Largest image',
    largestVideo: 'Largest video',
    largestText: 'Largest text',
    largestPointCloud: 'Largest point cloud',
    notIncluded: 'Not included',
  },
  payments: {
    subscription: 'Subscription',
    none: 'You have no subscription. Choose a plan below.',
    state: (
      plan: string,
      status: 'trial' | 'active' | 'past_due' | 'incomplete' | 'canceled' | 'expired',
      day: string | undefined,
    ) => {
      if (status === 'incomplete') return `${plan}: waiting for your first payment.`;
      if (status === 'expired') return `${plan} has ended because it was not paid for.`;
      if (status === 'canceled')
        return day === undefined ? `${plan}, canceled` : `${plan}, canceled. It ends on ${day}.`;
      return day === undefined ? plan : `${plan}, renews on ${day}.`;
    },
    pastDue: 'Your last payment failed. Add a card that works before your plan ends.',
    cancel: 'Cancel subscription',
    cancelTitle: (plan: string) => `Cancel ${plan}?`,
    cancelText: (day: string | undefined) =>
      day === undefined
        ? 'You keep the plan until the end of the period you paid for. After that, your organization has the plan Free.'
        : `You keep the plan until ${day}. After that, your organization has the plan Free.`,
    cards: 'Cards',
    noCards: 'No card yet.',
    addCard: 'Add card',
    card: (brand: string, last4: string, exp: string) =>
      `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}, expires ${exp}`,
    standard: 'Used for invoices',
    remove: 'Remove',
    removeTitle: (last4: string) => `Remove card ending in ${last4}`,
    removeText: 'The next invoice needs another card.',
    cardRemoved: 'Card removed',
    invoices: 'Invoices',
    noInvoices: 'No invoices yet.',
    number: 'Invoice',
    due: 'Date',
    invoiceState: 'Status',
    total: 'Total',
    open: 'Open',
    states: { draft: 'Draft', open: 'Unpaid', paid: 'Paid', uncollectible: 'Not collected', void: 'Void' },
  },
  buyDialog: {
    title: (plan: string) => `Change to ${plan}`,
    pay: 'Continue to payment',
    payHelp: 'You pay on a page of Stripe and come back here.',
    change: 'Change plan',
    changeHelp: 'The plan changes at once. Unused time of the plan before is credited.',
    changed: (plan: string) => `Your plan is ${plan} now`,
    total: (day: string) => `Invoice on ${day}`,
  },
  licenceNotice: {
    daysLeft: (days: number) => (days === 1 ? 'Your trial ends in 1 day.' : `Your trial ends in ${days} days.`),
    trialEnded: 'Your trial has ended. Data can be viewed and exported, but not changed.',
    contractEnded: 'Your organization’s contract has ended. Data can be viewed and exported, but not changed.',
    readOnly: 'Read-only',
  },
};
