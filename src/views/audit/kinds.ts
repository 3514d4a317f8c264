/** Kinds of events that have words of their own; others are shown by their name. */
export const AUDIT_KINDS = [
  'accountCreated', 'accountUpdated', 'accountStatusChanged', 'accountLogoChanged', 'roleCreated', 'roleUpdated', 'roleDeleted', 'userJoined', 'userRoleChanged', 'userStatusChanged', 'userRemoved',
  'userProfileUpdated', 'userPictureChanged', 'invitationSent', 'invitationResent', 'invitationLinkMade', 'invitationWithdrawn', 'invitationAccepted', 'invitationDeclined', 'unitCreated', 'unitRenamed',
  'unitUpdated', 'unitStatusChanged', 'unitDeleted', 'unitAllocated', 'unitAllocationBegan', 'unitAllocationEnded',
  'deviceCreated', 'deviceUpdated', 'deviceStatusChanged', 'deviceSettingsChanged', 'deviceDeleted', 'deviceAllocated', 'deviceAllocationBegan', 'deviceAllocationEnded', 'sensorCreated', 'sensorUpdated', 'sensorDeleted',
  'deviceCommandCreated', 'deviceCommandUpdated', 'deviceCommandDeleted', 'commandQueued', 'commandSent', 'commandAnswered', 'commandRefused', 'commandTimedOut', 'commandCancelled', 'commandExpired',
  'simCreated', 'simUpdated', 'simDeleted', 'ruleCreated', 'ruleUpdated', 'ruleStatusChanged', 'ruleDeleted', 'ruleFired', 'ruleCleared', 'occurrenceChanged', 'occurrenceRemoved', 'occurrencesChanged', 'signedIn', 'signInFailed', 'sessionsEnded', 'passwordChanged', 'passwordReset', 'passwordResetRequested', 'twoFactorEnabled', 'twoFactorDisabled',
  'recoveryCodesRenewed', 'passkeyAdded', 'passkeyRemoved', 'apiKeyCreated', 'apiKeyRevoked',
] as const;

/** What events are about. */
export const AUDIT_SUBJECTS = ['account', 'role', 'user', 'membership', 'invitation', 'unit', 'device', 'command', 'sim', 'rule', 'occurrence'] as const;
