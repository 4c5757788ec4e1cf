import { Icon, type IconName } from "@/components/ui/icon";
import { appTypeLabel } from "./_edit/application-labels";

const icons: Record<string, IconName> = {
	non_interactive: "machine",
	regular_web: "globe",
	spa: "browser",
	native: "phone",
};

/** What kind of program it is: its drawing and the word for it. @param type as the service names it */
export function ApplicationType({ type }: { type: string | null | undefined }) {
	return (
		<span className="inline-flex align-top items-center gap-1.5 whitespace-nowrap">
			<span className="text-muted">
				<Icon name={icons[type ?? ""] ?? "applications"} />
			</span>
			{appTypeLabel(type)}
		</span>
	);
}
