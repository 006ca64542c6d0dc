export type ConfirmEmailData = { baseUrl: string; firstName: string; url: string };

export type ResetPasswordData = { baseUrl: string; firstName: string; url: string };

export type EmailAlreadyRegisteredData = {
  baseUrl: string;
  firstName: string;
  email: string;
  loginUrl: string;
  resetUrl: string;
};
