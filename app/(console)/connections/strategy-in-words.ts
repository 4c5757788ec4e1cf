import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";

const names: Readonly<Record<string, string>> = {
	[SAML_STRATEGY]: "SAML 2.0",
	ad: "Active Directory or LDAP",
	adfs: "AD FS",
	auth0: "Database of the tenant",
	"auth0-oidc": "OpenID Connect (another tenant)",
	email: "Code by e-mail",
	github: "GitHub",
	gitlab: "GitLab",
	"google-apps": "Google Workspace",
	"google-oauth2": "Google",
	linkedin: "LinkedIn",
	oauth1: "OAuth 1.0",
	oauth2: "OAuth 2.0",
	office365: "Office 365",
	oidc: "OpenID Connect",
	paypal: "PayPal",
	pingfederate: "PingFederate",
	sms: "Code by SMS",
	twitter: "X (Twitter)",
	waad: "Microsoft Entra ID",
	windowslive: "Microsoft account",
};

/** The type of a connection; one that is not listed by the tenant's own name for it, as the beginning of a line. */
export function strategyInWords(strategy: string | null): string {
	if (strategy === null) return "not reported";
	return (Object.hasOwn(names, strategy) && names[strategy]) || strategy.charAt(0).toUpperCase() + strategy.slice(1);
}
