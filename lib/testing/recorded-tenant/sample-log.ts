import type { Body } from "./answer";
import { sample } from "./sample";

const FIREFOX = "Firefox 140.0.0 / Windows 10.0.0";
const DATABASE = {
	connection: "Username-Password-Authentication",
	connection_id: sample.database,
	strategy: "auth0",
	strategy_type: "database",
};
const LYON = {
	country_code: "FR",
	country_code3: "FRA",
	country_name: "France",
	city_name: "Lyon",
	time_zone: "Europe/Paris",
};

/** One of a tenant's log. @param at ISO 8601, which its ID begins with */
export function entryBody(at: string, type: string, more: Body): Body {
	const id = `900${at.replace(/\D/g, "")}000000000000001223372036854775`;
	return { date: at, type, log_id: id, _id: id, ...more };
}

const of = (user_id: string, user_name: string) => ({ user_id, user_name });
const amara = of(sample.amara, "amara@example.com");
const octavia = of(sample.octavia, "octavia@example.com");
const portal = { client_id: sample.portal, client_name: "Portal" };
const request = {
	hostname: "tenant.example",
	user_agent: FIREFOX,
	isMobile: false,
	$event_schema: { version: "1.0.0" },
};
const here = { ...request, ip: "192.0.2.7", location_info: LYON };

/** The story of each user of the sample, and entries of others, oldest first. */
export function sampleLog(): Body[] {
	const wrongPassword = (minute: number) =>
		entryBody(`2026-11-20T10:0${minute}:00.000Z`, "fp", {
			...octavia,
			...portal,
			...DATABASE,
			...request,
			ip: "192.0.2.66",
			description: "Wrong email or password.",
			details: { error: { message: "Wrong email or password." } },
		});
	return [
		entryBody("2026-11-01T08:00:00.000Z", "s", {
			...amara,
			...portal,
			...DATABASE,
			...here,
			scope: ["openid", "offline_access"],
			details: { session_id: sample.session, prompts: [{ name: "prompt-authenticate" }], stats: { loginsCount: 11 } },
		}),
		entryBody("2026-11-01T08:00:01.000Z", "seacft", {
			...amara,
			...portal,
			...here,
			description: "Authorization Code for Access Token",
			audience: "https://api.orders.example/",
			details: { code: "*************abc" },
		}),
		entryBody("2026-11-19T07:59:00.000Z", "fp", {
			...amara,
			...portal,
			...DATABASE,
			...here,
			description: "Wrong email or password.",
		}),
		entryBody("2026-11-20T09:30:00.000Z", "sertft", {
			...amara,
			...portal,
			...here,
			description: "Refresh Token for Access Token",
			details: { session_id: sample.session, refresh_token_id: sample.token },
		}),
		...[1, 2, 3, 4].map(wrongPassword),
		entryBody("2026-11-20T10:05:00.000Z", "limit_wc", {
			...octavia,
			...portal,
			...DATABASE,
			...request,
			ip: "192.0.2.66",
			description: "Too many failed sign-ins of this account from one IP address",
		}),
		entryBody("2026-11-20T11:00:00.000Z", "f", {
			...of(sample.brice, "brice@staff.example"),
			...portal,
			...DATABASE,
			...here,
			description: "user is blocked",
			details: { error: { message: "user is blocked", oauthError: "unauthorized", type: "invalid_request" } },
		}),
		entryBody("2026-11-20T12:00:00.000Z", "f", {
			...of(sample.chidi, "chidi@staff.example"),
			...portal,
			...DATABASE,
			...here,
			description: "Please verify your email before logging in.",
		}),
		entryBody("2026-11-20T13:00:00.000Z", "f", {
			...of(sample.dunja, "dunja@staff.example"),
			...portal,
			...DATABASE,
			...here,
			description: "The connection is not enabled for this application.",
		}),
		entryBody("2026-11-20T14:00:00.000Z", "cls", {
			...of(sample.emre, "emre@staff.example"),
			...portal,
			...here,
			connection: "email",
			description: null,
			details: { email: "emre@staff.example" },
		}),
		entryBody("2026-11-20T14:20:00.000Z", "f", {
			...of(sample.emre, "emre@staff.example"),
			...portal,
			...here,
			connection: "email",
			description: "The verification code has expired. Please try to login again.",
		}),
		entryBody("2026-11-20T15:00:00.000Z", "srrt", {
			...of(sample.farah, "farah@staff.example"),
			...portal,
			...here,
			description: "Refresh token was successfully revoked",
			details: { refresh_token_id: "rt_farah_1" },
		}),
		entryBody("2026-11-20T15:10:00.000Z", "fertft", {
			...of(sample.farah, ""),
			...portal,
			...here,
			description: "Unknown or invalid refresh token.",
			details: { refresh_token_id: "rt_farah_1" },
		}),
		entryBody("2026-11-20T16:00:00.000Z", "sapi", {
			client_id: sample.machine,
			client_name: "",
			ip: "198.51.100.4",
			user_id: "",
			description: "Update a User",
			date: { $date: "2026-11-20T16:00:00.000Z" },
			details: { request: { method: "patch", path: "/api/v2/users/x" }, response: { statusCode: 200 } },
			references: { correlation_id: sample.reference },
		}),
		entryBody("2026-11-20T16:30:00.000Z", "gd_auth_succeed", {
			...amara,
			description: "Guardian - Second factor succeeded",
		}),
		entryBody("2026-11-20T17:00:00.000Z", "depnote", { details: null, client_name: null, ip: null, user_agent: 5 }),
	];
}

/** What a write of the management interface leaves in the log. @param correlationId of its request */
export function writeEntry(count: number, method: string, path: string, correlationId: string | undefined): Body {
	const now = new Date().toISOString();
	const body = entryBody(now, "sapi", {
		client_id: sample.machine,
		client_name: "Console (machine)",
		ip: "198.51.100.4",
		description: `${method} ${path}`,
		details: { request: { method: method.toLowerCase(), path: `/api/v2${path}` } },
		...(correlationId && { references: { correlation_id: correlationId } }),
	});
	return { ...body, log_id: `${String(body.log_id).slice(0, -6)}${String(count).padStart(6, "0")}` };
}
