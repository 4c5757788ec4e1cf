import type { Application } from "@/lib/contract/client/application";
import type { ApplicationContent } from "../../_edit/application-content";
import type { StoredSettings } from "../../_edit/application-request";

/** What of an application can be changed here. */
export function contentOf(application: Application): ApplicationContent {
	return {
		name: application.name ?? "",
		description: application.description ?? "",
		type: application.app_type ?? "",
		callbacks: application.callbacks ?? [],
		logoutUrls: application.allowed_logout_urls ?? [],
		webOrigins: application.web_origins ?? [],
		grants: application.grant_types ?? [],
		rotates: application.refresh_token?.rotation_type === "rotating",
		signUp: application.client_metadata?.sign_up !== "off",
	};
}

/** What is sent back beside what changes. */
export function storedSettings(application: Application): StoredSettings {
	return { refreshToken: application.refresh_token ?? null, metadata: application.client_metadata ?? null };
}
