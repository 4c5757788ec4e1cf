import { z } from "zod";
import { ADMIN_ROLES } from "../store/users";

const email = z.string().regex(/^[^\s@\p{Cc}\p{Cs}]{1,64}@[^\s@\p{Cc}\p{Cs}]{1,254}$/u);
const role = z.enum(ADMIN_ROLES);

/** What `npm run admin` asks for. */
export const adminCommand = z.discriminatedUnion("name", [
	z.strictObject({ name: z.literal("list") }),
	z.strictObject({ name: z.literal("add"), email, role }),
	z.strictObject({ name: z.literal("role"), email, role }),
	z.strictObject({ name: z.literal("remove"), email }),
	z.strictObject({ name: z.literal("reset-password"), email }),
]);
export type AdminCommand = z.infer<typeof adminCommand>;

/** Something that the person at the terminal can put right. */
export class AdminRefusal extends Error {
	override name = "AdminRefusal";
}
