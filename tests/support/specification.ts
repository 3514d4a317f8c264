// The facts of the product's specification that tests compare the product with: names of methods (chapter 7), paths with
// who may open them (chapter 2), and quoted messages (chapters 5 to 8), to the letter. What belongs to an area that is not
// built yet stands under that area; the test demands that it goes from there when the area is added.

export type Service = 'auth-service' | 'account-service';

/** Methods by service, as chapter 7 names them. "Variants" that it only mentions are written out. */
export const METHODS: Readonly<Record<Service, readonly string[]>> = {
  'auth-service': [
    'signin', 'changePassword', 'getAccountDetails', 'getUserProfile', 'updateUserProfile', 'uploadProfilePic', 'signout', 'resetPasswordRequest', 'resetPassword',
    'verifyEmailRequest', 'verifyEmail', 'verifyMobileRequest', 'verifyMobile', 'getUserInvitations', 'getActiveSessions', 'logoutSessions', 'getConfigData', 'loginWithBearer',
    // Named without a service ("Other").
    'selectAccount', 'getLanguages', 'getTranslation',
  ],
  'account-service': [
    'getInviteData', 'registerUserWithInvite', 'joinUserWithInvite', 'getUserAccounts', 'getUserSubAccounts', 'getUserDealerSubAccounts', 'getUserConsumerSubAccounts',
    'getAccountUsers', 'getChildAccounts', 'getUserRoles', 'getSubAccountUserRoles', 'getSubDealerAccountUserRoles', 'getSubConsumerAccountUserRoles',
    'inviteUser', 'inviteMultipleUser', 'inviteMultipleSubAccountUser', 'inviteMultipleSubDealerUser', 'inviteMultipleSubConsumerUser', 'getInvitationList',
    'userRemoved', 'subAccountUserRemoved', 'subDealerUserRemoved', 'subConsumerUserRemoved', 'getOneRole', 'addRole', 'updateRole', 'deleteRole', 'getAllPermissions', 'getRefData',
    'getDealerConsumerList', 'getDealerList', 'getConsumerList', 'getSubDealerConsumerList', 'getSubDealerList', 'getSubConsumerList',
    'updateAccountStatus', 'updateDealerAccountStatus', 'updateConsumerAccountStatus', 'updateSubAccountStatus',
    'createDealerConsumerAccounts', 'createDealerConsumerSubAccounts', 'createDealerSubAccounts', 'createConsumerSubAccounts',
    'updateUserRole', 'updateSubAccountUserRole', 'updateSubDealerAccountUserRole', 'updateSubConsumerAccountUserRole', 'checkUserNameAvailability', 'getTeamPeoples',
    'getDealerAccountDetails', 'getConsumerAccountDetails', 'updateAccountDetails', 'updateDealerAccountDetails', 'updateConsumerAccountDetails', 'updateChildAccountDetails',
    'updateDealerChildAccountDetails', 'updateConsumerChildAccountDetails', 'dashboardDetails', 'getUsersList',
  ],
};

/** Methods of areas that are not built yet. */
export const METHODS_TO_COME: Readonly<Record<string, readonly string[]>> = { notifications: ['saveToken'] };

/** What is reached without an envelope (chapter 7, "File upload" and after): method of HTTP and path. */
export const HTTP_PATHS: readonly (readonly ['GET' | 'POST', string])[] = [
  ['POST', '/api'], ['POST', '/upload'], ['GET', '/fe/translations/en'], ['GET', '/poly/fe/supported/languages'], ['GET', '/client-config/app'],
];

/** Who may open a path: anyone, whoever is signed in, or who holds one of the permissions (`resource:action`). */
export type Guard = 'public' | 'session' | readonly string[];

/** Paths of chapter 2 with their guards; `{id}` stands for a part of the address. */
export const ROUTES: Readonly<Record<string, Guard>> = {
  '/login': 'public', '/forgot-password': 'public', '/forgot-password-II': 'public', '/forgot-password-III': 'public', '/set-new-password': 'public', '/verify-email': 'public',
  '/welcome-user/{token}': 'public', '/new-user-onboarding': 'public', '/error-404': 'public', '/unauthorized': 'public',
  '/dashboard': ['widgets:dash'],
  '/profile': 'session', '/update-profile': 'session', '/change-password': 'session',
  '/sim': ['sims:r'], '/sim/create': ['sims:a'], '/sim/{id}/edit': ['sims:u'], '/sim/{id}/view': ['sims:r'], '/sim-info/{id}': ['sims:r'],
  '/devices': ['devices:r'], '/device/create': ['devices:a'], '/device/create/{id}': ['devices:u'], '/device/{id}/edit': ['devices:u'], '/device/{id}': ['devices:r', 'units:u'],
  '/users': ['user:r'], '/roles-list': ['role:r'], '/role/create': ['role:a'], '/role/{id}/edit': ['role:u'], '/role/{id}/view': ['role:r'],
  '/dealers': ['account:dm'], '/sub-dealer/{account_id}': ['account:dm'], '/dealer/create': ['account:a', 'account:aa'],
  '/consumers': ['account:cm'], '/sub-consumer/{account_id}': ['account:car'], '/consumer/create': ['account:ca', 'account:aa', 'account:caa'], '/accounts': ['vw_user_accounts:r'],
  '/account/update': ['account:u'], '/consumer-account/update': ['account:cu'], '/child/account/update': ['account:au'], '/child/sub-account/update': ['account:au'],
  '/child/consumer-account/update': ['account:cau'], '/child/consumer-sub-account/update': ['account:cau'],
  '/unit-creation': ['units:a'], '/units/list': ['units:r'], '/units/map': ['units:r'], '/unit/{id}/edit': ['units:u'], '/unit/{id}/view': ['units:r'],
  '/units/events': ['units:se'], '/units/trips': ['units:st'], '/units/services': ['units:ss'], '/units/videos': ['units:sv'], '/units/history': ['units:sh'], '/units/activity': ['units:sa'],
  '/rules': ['alert:r'], '/rules-config': ['alert:a'], '/edit-event': ['alert:u'], '/event-list': ['alert:r'],
  // One's own invitations, and where whoever has no other screen lands: any permission would lock somebody out.
  '/user-invitations': 'session',
};

/** Paths of areas that are not built yet. */
export const ROUTES_TO_COME: Readonly<Record<string, readonly string[]>> = {
  geofences: ['/geofences', '/geofence/create', '/geofence/{id}/edit', '/geofence/{id}/view'],
  routes: ['/routes', '/route/create', '/route/{id}/edit', '/route/{id}/view'],
  repeaters: ['/repeaters'],
  migrations: ['/migrate'],
  importAndExport: ['/import-export', '/export', '/import'],
  alerts: ['/alerts', '/alert/create', '/alert/{id}/edit', '/alert/{id}'],
  notifications: ['/notifications', '/notification/create', '/notification/{id}/edit', '/notification/{id}'],
  referenceData: ['/reference-data'],
  groups: ['/groups', '/groups/{id}/edit', '/groups/{id}'],
  operators: ['/operators', '/operator/create', '/operator/{id}/edit', '/operator/{id}'],
  reports: ['/reports', '/report', '/report/units', '/report/create', '/report/{id}/edit', '/report/{id}/view'],
  maintenance: [
    '/maintenance-reminders-list', '/maintenance-reminder/create', '/maintenance-reminder/{id}/view', '/maintenance-reminder/{id}/edit', '/maintenance-reminder/{id}/bill',
    '/maintenance-reminder/{id}/history', '/maintenance-history/{id}',
  ],
  configurator: ['/config'],
  locationShare: ['/share/location/{id}', '/location/upcoming', '/location/expired', '/location/invalid'],
};

/** Quoted messages of chapters 5 to 8, `{name}` standing for a value. */
export const MESSAGES: readonly string[] = [
  'Please enter Valid email',
  'Please enter Valid mobile number',
  'Passwords should be a minimum of 5 characters and maximum of 25 characters in length.',
  'You are invited as {role} of {account}',
  'Request timed out',
  'Server error, please try after some time',
  'Correlation ID: {id}',
  'User access token is required to access this service method',
  'Incorrect username or password',
  'Please complete captcha',
  'Username already exists',
  'User Already Exist',
  'The {field} field is required',
  'You can send a maximum of 20 invitations',
  'You cannot remove yourself',
  'Page Not Found',
  'Un-authorized action',
  'Uploaded file is not a valid image. Only JPG, PNG files are allowed.',
  'Unique identifier contained space',
  'Both SIM numbers are the same, please enter different SIM numbers',
  'Max Threshold should be greater than min Threshold',
  'End time is less than start time',
  'Already allocated to the same account',
  'This unit is already allocated from {start_date} to {end_date}. You cannot reallocate it.',
  'No Role Permissions: Please select at least one permission',
  '{unit} unit do not have position co-ordinates',
];

/** Worded in the catalogues, whether or not a screen shows them yet. */
export const MESSAGES_WORDED: readonly string[] = ['Invalid Email'];

/** Messages of areas that are not built yet. */
export const MESSAGES_TO_COME: Readonly<Record<string, readonly string[]>> = {
  notifications: ['Notification permission denied'],
  reports: ['Report Name greater than 20 character'],
};
