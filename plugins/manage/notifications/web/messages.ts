/** The texts of this plugin on screen, by the file that shows them; `shared` are those of several. */
export const messages = {
  shared: {
    notifications: 'Notifications',
    markAllAsRead: 'Mark all as read',
    nothingNew: 'Nothing new. Assignments, returned items and comments show here.',
    notificationSettings: 'Notification settings',
  },
  bell: {
    showAllCount: (count: number) => `Show all ${count.toLocaleString('en')}`,
    notificationsUnread: (unread: number) => `Notifications, ${unread} unread`,
  },
  listPage: { settings: 'Settings', showOlder: 'Show older' },
  notificationGroups: {
    unread: ', unread',
    markAsRead: 'Mark as read',
    markAsReadText: (text: string) => `Mark as read: ${text}`,
  },
  settingsPage: {
    whatYouGet: (name: string) => `What you get from the team ${name}. Changes are saved automatically.`,
    thisInstallationDoesntSendEMail: 'This installation doesn’t send e-mail.',
    off: 'Off',
    inLoupe: 'In Loupe',
    inLoupeAndEMail: 'In Loupe and e-mail',
    kindsOfNotifications: 'Kinds of notifications',
    eMails: 'E-mails',
    onceADay: 'Once a day',
    atOnce: 'At once',
    at: 'At',
  },
};
