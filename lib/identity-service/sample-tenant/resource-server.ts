/** An API of the tenant beside the management interface. */
export const sampleResourceServer = {
	identifier: "https://api.example.com/orders",
	name: "Orders",
	scopes: ["read:orders", "create:orders"],
};
