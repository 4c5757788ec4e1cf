import type { Body } from "./answer";
import { sample } from "./sample";

const BEGUN = "2026-11-01T08:00:00.000Z";
const USED = "2026-11-20T09:30:00.000Z";
const ENDS = "2099-01-01T00:00:00.000Z";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";

export function sampleUsers(): Body[] {
	const [, account] = sample.amara.split("|");
	return [
		{
			user_id: sample.amara,
			username: "amara",
			email: "amara@example.com",
			email_verified: true,
			name: "amara@example.com",
			nickname: "amara",
			picture: "https://avatars.example/amara.png",
			created_at: BEGUN,
			updated_at: USED,
			last_login: USED,
			last_ip: "192.0.2.7",
			logins_count: 12,
			identities: [
				{ connection: "Username-Password-Authentication", user_id: account, provider: "auth0", isSocial: false },
			],
			user_metadata: { desk: "4" },
			app_metadata: {},
		},
		{ user_id: sample.octavia, name: "Octavia", nickname: "octavia", created_at: BEGUN, updated_at: BEGUN },
		...(["brice", "chidi", "dunja", "emre", "farah"] as const).map((name) => ({
			user_id: sample[name],
			email: `${name}@staff.example`,
			email_verified: name !== "chidi",
			name: `${name}@staff.example`,
			nickname: name,
			created_at: BEGUN,
			updated_at: USED,
			...(name === "brice" && { blocked: true }),
		})),
	];
}

export function sampleSessions(): Body[] {
	const times = { created_at: BEGUN, updated_at: USED, authenticated_at: BEGUN, last_interacted_at: USED };
	const ends = { idle_expires_at: ENDS, expires_at: ENDS };
	const user_id = sample.amara;
	return [
		{
			id: sample.session,
			user_id,
			...times,
			...ends,
			clients: [{ client_id: sample.portal }],
			device: {
				initial_user_agent: FIREFOX,
				initial_ip: "192.0.2.7",
				initial_asn: "64500",
				last_user_agent: FIREFOX,
				last_ip: "192.0.2.8",
				last_asn: "64500",
			},
			authentication: { methods: [{ name: "pwd", timestamp: BEGUN }] },
			cookie: { mode: "persistent" },
			session_metadata: { ticket: "4711" },
		},
		{
			id: sample.delegated,
			user_id,
			...times,
			expires_at: ENDS,
			clients: [{ client_id: sample.kiosk }],
			actor: { sub: "auth0|5f7c8ec7c33c6c004bbaffff" },
		},
		// All but the identifier may be absent.
		{ id: "sess_amara_3", user_id },
	];
}

export function sampleTokens(): Body[] {
	const user_id = sample.amara;
	return [
		{
			id: sample.token,
			user_id,
			client_id: sample.portal,
			session_id: sample.session,
			rotating: true,
			created_at: BEGUN,
			last_exchanged_at: USED,
			idle_expires_at: ENDS,
			expires_at: ENDS,
			device: { initial_user_agent: FIREFOX, initial_ip: "192.0.2.7", last_user_agent: FIREFOX, last_ip: "192.0.2.8" },
			resource_servers: [{ audience: "https://api.orders.example/", scopes: "read:orders" }],
			refresh_token_metadata: { plan: "gold" },
		},
		{ id: sample.otherToken, user_id, client_id: sample.kiosk, created_at: BEGUN, rotating: false },
		{ id: "rt_amara_3", user_id },
	];
}

export function sampleTemplates(): Body[] {
	const presentation = (elements: Body) => ({ "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } });
	const common = { type: "mdl", dialect: "simplified/1.0", created_at: BEGUN, updated_at: USED };
	return [
		{
			id: sample.template,
			name: "Age check",
			...common,
			well_known_trusted_issuers: "aamva",
			presentation: presentation({ portrait: true, age_over_21: true }),
		},
		{
			id: sample.otherTemplate,
			name: "Full name",
			...common,
			tenant_note: "unknown to the console",
			presentation: presentation({ family_name: true, given_name: { intent_to_retain: true } }),
		},
	];
}
