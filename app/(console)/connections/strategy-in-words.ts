import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";

const names: Readonly<Record<string, string>> = {
	[SAML_STRATEGY]: "SAML 2.0",
	ad: "Active Directory or LDAP",
	adfs: "AD FS",
	apple: "Apple",
	auth0: "Database of the tenant",
	"auth0-oidc": "OpenID Connect (another tenant)",
	bitbucket: "Bitbucket",
	custom: "Custom",
	email: "Code by e-mail",
	facebook: "Facebook",
	github: "GitHub",
	gitlab: "GitLab",
	"google-apps": "Google Workspace",
	"google-oauth2": "Google",
	linkedin: "LinkedIn",
	oauth1: "OAuth 1.0",
	oauth2: "OAuth 2.0",
	office365: "Office 365",
	oidc: "OpenID Connect",
	okta: "Okta",
	paypal: "PayPal",
	pingfederate: "PingFederate",
	salesforce: "Salesforce",
	slack: "Slack",
	sms: "Code by SMS",
	twitter: "X (Twitter)",
	waad: "Microsoft Entra ID",
	windowslive: "Microsoft account",
	yahoo: "Yahoo",
};

/** The type of a connection; one that is not listed by the tenant's own name for it. */
export function strategyInWords(strategy: string | null): string {
	if (strategy === null) return "not reported";
	return (Object.hasOwn(names, strategy) ? names[strategy] : undefined) ?? strategy;
}
