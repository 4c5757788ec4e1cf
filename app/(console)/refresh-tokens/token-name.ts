import type { RefreshToken } from "@/lib/contract/refresh-token";
import { lastDeviceName } from "../_device/user-agent";

/** A token's name in a list: its application, and the device that used it last. */
export function tokenName({ client_id, device }: RefreshToken, applications: ReadonlyMap<string, string>) {
	return {
		application: client_id ? (applications.get(client_id) ?? client_id) : "not reported",
		device: lastDeviceName(device),
	};
}

/** A token's names in a sentence. Data for the browser, built field by field. */
export type TokenLabels = {
	id: string;
	/** The application's name; its identifier where the tenant returns no name. */
	application: string;
	/** The user's e-mail address or name; the identifier where the tenant returns neither. */
	user: string;
};
