/** The names of better-auth's models and fields in the database (src/platform/database/migrations/1000-foundation/access.ts). */
const instants = { createdAt: "created_at", updatedAt: "updated_at" };

export const userTable = {
  modelName: "users",
  fields: { emailVerified: "email_verified", ...instants },
};

export const sessionTable = {
  modelName: "sessions",
  fields: {
    userId: "user_id",
    ipAddress: "ip_address",
    userAgent: "user_agent",
    expiresAt: "expires_at",
    ...instants,
  },
};

/** better-auth's "account" is a way in which a person proves who they are, not one of ours. */
export const credentialTable = {
  modelName: "credentials",
  fields: {
    userId: "user_id",
    providerId: "provider_id",
    accountId: "provider_user_id",
    password: "password_hash",
    ...instants,
  },
};

export const verificationTable = {
  modelName: "verifications",
  fields: { expiresAt: "expires_at", ...instants },
};

export const twoFactorTables = {
  user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
  twoFactor: {
    modelName: "two_factors",
    fields: {
      userId: "user_id",
      backupCodes: "backup_codes",
      failedVerificationCount: "failed_verification_count",
      lockedUntil: "locked_until",
    },
  },
};
