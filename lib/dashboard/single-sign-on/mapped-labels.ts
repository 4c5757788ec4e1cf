import type { MappedField } from "@/lib/contract/connection/connection-limits";

/** The fields of a user's profile, as forms and results name them. */
export const mappedLabels: Record<MappedField, string> = {
	user_id: "User ID",
	email: "E-mail address",
	email_verified: "E-mail address is verified",
	name: "Name",
	given_name: "Given name",
	family_name: "Family name",
	nickname: "Nickname",
	picture: "Picture",
	username: "User name",
};
