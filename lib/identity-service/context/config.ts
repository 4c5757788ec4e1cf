import { type AppSecrets, ConfigError } from "../keys/service-secrets";

/** The settings of the service. URLs are built from them, never from a request. */
export type IdentityServiceConfig = AppSecrets & {
	/** The service's own origin with a trailing slash: `http://localhost:3000/`. */
	issuer: string;
	/** `{base_url}`, without a trailing slash. */
	baseUrl: string;
	/** Audience of the management interface: `{base_url}/`. */
	audience: string;
	dataDir: string;
	databaseUrl: string | undefined;
	/** Token bucket per caller, or null when rate limiting is switched off. */
	rateLimit: { burst: number; perSecond: number } | null;
};

const RATE_LIMIT_BURST_DEFAULT = 100;
const RATE_LIMIT_PER_SECOND_DEFAULT = 50;

/**
 * Reads the service's settings.
 * @param appUrl origin of the app without a trailing slash
 * @param appSecrets the installation's root secret, at least 32 bytes of entropy, and the one before it
 * @param environment `DATA_DIR`, `DATABASE_URL`, `RATE_LIMIT`, `RATE_LIMIT_BURST`, `RATE_LIMIT_PER_SECOND`
 * @throws ConfigError naming the variable that cannot be used
 */
export function readConfig(
	appUrl: string,
	appSecrets: AppSecrets,
	environment: Record<string, string | undefined>,
): IdentityServiceConfig {
	return {
		issuer: `${appUrl}/`,
		baseUrl: `${appUrl}/api/v2`,
		audience: `${appUrl}/api/v2/`,
		...appSecrets,
		dataDir: environment.DATA_DIR || ".data",
		databaseUrl: environment.DATABASE_URL || undefined,
		rateLimit:
			environment.RATE_LIMIT === "off"
				? null
				: {
						burst: positiveNumber(environment, "RATE_LIMIT_BURST", RATE_LIMIT_BURST_DEFAULT),
						perSecond: positiveNumber(environment, "RATE_LIMIT_PER_SECOND", RATE_LIMIT_PER_SECOND_DEFAULT),
					},
	};
}

function positiveNumber(environment: Record<string, string | undefined>, name: string, fallback: number): number {
	const text = environment[name];
	if (text === undefined || text === "") return fallback;
	const value = Number(text);
	if (!Number.isFinite(value) || value <= 0) throw new ConfigError(`${name} must be a number above 0, not "${text}"`);
	return value;
}
