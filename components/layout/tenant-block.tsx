import { Avatar } from "../ui/avatar";

export type TenantKind = "embedded" | "live";

/** Shown with a tenant's name: whether changes concern real users. */
const states: Record<TenantKind, string> = { embedded: "Embedded sample", live: "Live" };

/** Which tenant this is, and whether it is a real one. */
export function TenantBlock({ name, kind }: { name: string; kind: TenantKind }) {
	const isLive = kind === "live";
	return (
		<p className="tenant">
			<Avatar name={name} tone={isLive ? "warning" : "accent"} shape="square" />
			<span>
				<span title={name}>{name}</span> <span className={isLive ? "text-warning" : "text-muted"}>{states[kind]}</span>
			</span>
		</p>
	);
}
