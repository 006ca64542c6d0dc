export type ConfirmEmailData = { baseUrl: string; firstName: string; url: string };

export type ResetPasswordData = { baseUrl: string; firstName: string; url: string };

export type EmailAlreadyRegisteredData = {
  baseUrl: string;
  firstName: string;
  email: string;
  loginUrl: string;
  resetUrl: string;
};

/** What was changed about the way in which somebody signs in. */
export type SecurityNotice =
  | 'password_changed'
  | 'app_added'
  | 'app_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'factors_reset';

export type SecurityNoticeData = {
  baseUrl: string;
  firstName: string;
  what: SecurityNotice;
  securityUrl: string;
  resetUrl: string;
};

export type EmailChangeConfirmData = { baseUrl: string; firstName: string; email: string; url: string };

export type EmailChangeTakenData = { baseUrl: string; firstName: string; email: string; loginUrl: string };

export type EmailChangeNoticeData = {
  baseUrl: string;
  firstName: string;
  newEmail: string;
  /** The new address has confirmed. */
  isDone: boolean;
  /** Undoes the change. */
  url: string;
};
